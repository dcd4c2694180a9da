package posthorn

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"sync"
	"testing"
	"time"
)

// scriptedServer is a server with a fixed sequence of responses, which records the calls.
type scriptedServer struct {
	*httptest.Server
	mutex     sync.Mutex
	responses []func(http.ResponseWriter)
	lines     []string
	headers   []http.Header
	bodies    []string
	// slept has the delays that the client would have waited.
	slept []time.Duration
}

func startScripted(t *testing.T) *scriptedServer {
	t.Helper()
	s := &scriptedServer{}
	s.Server = httptest.NewServer(http.HandlerFunc(s.serve))
	t.Cleanup(s.Close)
	return s
}

func (s *scriptedServer) serve(w http.ResponseWriter, r *http.Request) {
	body, _ := io.ReadAll(r.Body)
	s.mutex.Lock()
	defer s.mutex.Unlock()
	s.lines = append(s.lines, r.Method+" "+r.URL.RequestURI())
	s.headers = append(s.headers, r.Header)
	s.bodies = append(s.bodies, string(body))
	if len(s.responses) == 0 {
		panic(http.ErrAbortHandler)
	}
	next := s.responses[0]
	s.responses = s.responses[1:]
	next(w)
}

func (s *scriptedServer) responds(status int, body string, headers ...string) *scriptedServer {
	s.responses = append(s.responses, func(w http.ResponseWriter) {
		for i := 0; i < len(headers); i += 2 {
			w.Header().Set(headers[i], headers[i+1])
		}
		w.WriteHeader(status)
		fmt.Fprint(w, body)
	})
	return s
}

func (s *scriptedServer) closesConnection() *scriptedServer {
	s.responses = append(s.responses, func(http.ResponseWriter) { panic(http.ErrAbortHandler) })
	return s
}

func (s *scriptedServer) client(t *testing.T, options ...Option) *Client {
	t.Helper()
	recording := func(tr *transport) error {
		tr.sleep = func(_ context.Context, delay time.Duration) error {
			s.slept = append(s.slept, delay)
			return nil
		}
		return nil
	}
	client, err := New(s.URL, "phk_1", append([]Option{recording}, options...)...)
	if err != nil {
		t.Fatal(err)
	}
	return client
}
