package posthorn

import (
	"context"
	"fmt"
	"os"
	"slices"
	"testing"
	"time"
)

func TestAListOf1001EventsIsReadPageByPage(t *testing.T) {
	if os.Getenv("POSTHORN_URL") == "" {
		t.Skip("needs a server: POSTHORN_URL and POSTHORN_KEY")
	}
	client, err := New("", "")
	if err != nil {
		t.Fatal(err)
	}
	ctx := context.Background()
	code := fmt.Sprintf("PAGED_%d", time.Now().UnixNano())
	var sent []string
	var events []EventInput
	for i := range 1_001 {
		sent = append(sent, fmt.Sprintf("go-%s-%d", code, i))
		events = append(events, EventInput{ID: sent[i], ObjCode: code, EventType: "UPDATE"})
	}
	if _, err := client.Events.SendAll(ctx, events); err != nil {
		t.Fatal(err)
	}

	var listed []string
	pages := 0
	for page, err := range client.Events.List(EventCriteria{ObjCode: code}).Pages(ctx) {
		if err != nil {
			t.Fatal(err)
		}
		for _, event := range page.Data {
			listed = append(listed, event.ID)
		}
		pages++
	}

	slices.Reverse(listed)
	if !slices.Equal(listed, sent) {
		t.Errorf("%d events listed: %v", len(listed), listed)
	}
	if pages <= 10 {
		t.Errorf("%d pages", pages)
	}
}
