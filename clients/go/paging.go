package posthorn

import (
	"context"
	"iter"
	"net/http"
	"net/url"
	"time"
)

// Page is a page of a list. It may be empty and still be followed by others.
type Page[T any] struct {
	Data []T `json:"data"`
	// NextCursor is the cursor of the next page; empty on the last one.
	NextCursor string `json:"nextCursor"`
	// Incomplete has the nodes of a cluster that could not be reached, as host:port.
	Incomplete []string `json:"incomplete"`
}

// List is a list that reads page by page while it is iterated. Each iteration starts with the first
// page.
type List[T any] struct {
	transport *transport
	path      []string
	query     url.Values
}

// All returns the entries. After an error the iteration ends.
//
//	for message, err := range client.Messages.List(posthorn.MessageCriteria{}).All(ctx) {
//		if err != nil {
//			return err
//		}
//	}
func (l List[T]) All(ctx context.Context) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		for page, err := range l.Pages(ctx) {
			if err != nil {
				var none T
				yield(none, err)
				return
			}
			for _, entry := range page.Data {
				if !yield(entry, nil) {
					return
				}
			}
		}
	}
}

// Pages returns the pages. After an error the iteration ends.
func (l List[T]) Pages(ctx context.Context) iter.Seq2[Page[T], error] {
	return func(yield func(Page[T], error) bool) {
		query := url.Values{}
		for name, values := range l.query {
			query[name] = values
		}
		for {
			var page Page[T]
			err := l.transport.call(ctx, request{method: http.MethodGet, path: l.path, query: query}, &page)
			if !yield(page, err) || err != nil || page.NextCursor == "" {
				return
			}
			query.Set("cursor", page.NextCursor)
		}
	}
}

// queryOf returns query parameters from names and values, without the empty ones.
func queryOf(pairs ...any) url.Values {
	query := url.Values{}
	for i := 0; i < len(pairs); i += 2 {
		text := ""
		switch value := pairs[i+1].(type) {
		case string:
			text = value
		case time.Time:
			if !value.IsZero() {
				text = value.UTC().Format(time.RFC3339Nano)
			}
		case *bool:
			if value != nil {
				text = map[bool]string{true: "true", false: "false"}[*value]
			}
		}
		if text != "" {
			query.Set(pairs[i].(string), text)
		}
	}
	return query
}
