// A webhook receiver with net/http and the client library for Go:
//
//	WEBHOOK_SECRET=whsec_... go run . 9000
package main

import (
	"errors"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"os"
	"sync"

	"posthorn.example/posthorn"
)

const largestBody = 2 << 20

type receiver struct {
	webhook   *posthorn.Webhook
	processed sync.Map // in production, a unique column in the transaction that does the work
	queue     chan *posthorn.VerifiedMessage
}

func (r *receiver) receive(w http.ResponseWriter, request *http.Request) {
	// The raw body: the signature covers its bytes.
	body, err := io.ReadAll(http.MaxBytesReader(w, request.Body, largestBody))
	if large := (*http.MaxBytesError)(nil); errors.As(err, &large) {
		w.WriteHeader(http.StatusRequestEntityTooLarge)
		return
	} else if err != nil {
		return // the sender disconnected
	}
	message, err := r.webhook.Verify(body, request.Header)
	if err != nil {
		w.WriteHeader(http.StatusUnauthorized)
		return
	}
	if _, known := r.processed.LoadOrStore(message.ID, true); known {
		w.WriteHeader(http.StatusOK) // a duplicate: the sender missed the response
		return
	}
	select {
	case r.queue <- message: // respond first, work later
		w.WriteHeader(http.StatusAccepted)
	default:
		r.processed.Delete(message.ID)
		w.Header().Set("Retry-After", "5")
		w.WriteHeader(http.StatusServiceUnavailable) // Posthorn retries
	}
}

// work processes messages; your code goes here.
func (r *receiver) work() {
	for message := range r.queue {
		fmt.Printf("Working on %s, %d bytes\n", message.ID, len(message.Body))
	}
}

func main() {
	webhook, err := posthorn.NewWebhook(os.Getenv("WEBHOOK_SECRET"))
	if err != nil {
		log.Fatal(err)
	}
	r := &receiver{webhook: webhook, queue: make(chan *posthorn.VerifiedMessage, 10_000)}
	go r.work()
	port := "9000"
	if len(os.Args) > 1 {
		port = os.Args[1]
	}
	listener, err := net.Listen("tcp", "127.0.0.1:"+port)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("Listening at http://%s/\n", listener.Addr())
	http.HandleFunc("POST /", r.receive)
	log.Fatal(http.Serve(listener, nil))
}
