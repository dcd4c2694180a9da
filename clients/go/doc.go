// Package posthorn is the client of Posthorn, a webhook delivery server.
//
//	client, err := posthorn.New("https://posthorn.example", key)
//	accepted, err := client.Events.Send(ctx, posthorn.EventInput{
//		ObjCode: "ORDER", EventType: "UPDATE", ObjID: "17", NewState: order,
//	})
//
// Calls return an *[APIError] if the server refuses them, and a *[NoResponseError] if no usable
// response arrives; [RetryPolicy] defines which calls are retried first. A [Webhook] verifies
// received messages.
//
// In responses, null is the zero value of a field; numbers and objects that can be null are
// pointers.
package posthorn
