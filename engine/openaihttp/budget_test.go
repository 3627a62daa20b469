package openaihttp_test

import (
	"context"
	"errors"
	"io"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"parley/engine"
	"parley/engine/enginetest"
	"parley/engine/openaihttp"
)

// hang says head and then nothing until the client gives up.
func hang(code int, head string) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body)
		if head != "" {
			w.WriteHeader(code)
			_, _ = io.WriteString(w, head)
			_ = http.NewResponseController(w).Flush()
		}
		<-r.Context().Done()
	}
}

func TestBudgets(t *testing.T) {
	for name, answer := range map[string]http.HandlerFunc{
		"before first byte": hang(0, ""), "in mid-answer": hang(200, "half"), "in a refusal": hang(500, "{"),
	} {
		t.Run(name, func(t *testing.T) {
			s := serve(t, answer)
			c := client(t, openaihttp.Config{BaseURL: s.URL})
			for _, end := range []struct{ cause, want error }{
				{engine.ErrSlow, engine.ErrSlow}, {nil, context.Canceled}, {io.ErrNoProgress, context.Canceled},
			} {
				enginetest.Prompt(t, "the error", func() enginetest.Lapse {
					ctx, cancel := context.WithCancelCause(t.Context())
					asked := make(chan enginetest.Clock, 1)
					time.AfterFunc(50*time.Millisecond, func() { asked <- enginetest.Start(); cancel(end.cause) })
					resp, err := c.Post(ctx, "chat", "text/plain", strings.NewReader("hello"))
					if err == nil {
						_, err = io.ReadAll(resp.Body)
						_ = resp.Body.Close()
					}
					took := (<-asked).Lapse()
					if !errors.Is(err, end.want) {
						t.Errorf("error = %v, want %v", err, end.want)
					}
					if errors.Is(end.cause, engine.ErrSlow) {
						mustSay(t, err, s.URL, "silent for too long", "check the service")
					}
					return took
				})
			}
		})
	}
}

func TestTimeoutOfTheCallersClientIsSlow(t *testing.T) {
	s := serve(t, hang(0, ""))
	transport := &http.Transport{}
	defer transport.CloseIdleConnections()
	c := client(t, openaihttp.Config{BaseURL: s.URL, HTTP: &http.Client{Transport: transport, Timeout: 50 * time.Millisecond}})
	if _, err := fetch(t, c); !errors.Is(err, engine.ErrSlow) {
		t.Errorf("error = %v, want ErrSlow", err)
	}
}

func TestAnswerIsBounded(t *testing.T) {
	block := make([]byte, 1<<20)
	s := serve(t, func(w http.ResponseWriter, _ *http.Request) {
		for range 80 {
			if _, err := w.Write(block); err != nil {
				return
			}
		}
	})
	resp, err := client(t, openaihttp.Config{BaseURL: s.URL}).Post(t.Context(), "/endless", "text/plain", nil)
	if err != nil {
		t.Fatal(err)
	}
	n, err := io.Copy(io.Discard, resp.Body)
	_ = resp.Body.Close()
	if n != 64<<20 || !errors.Is(err, engine.ErrJunk) {
		t.Errorf("read %d bytes, %v, want 64 MiB and ErrJunk", n, err)
	}
}

// TestBudgetCountsOnlyWaiting holds that a slow listener costs the service none
// of its time, and that each wait after something came has its own.
func TestBudgetCountsOnlyWaiting(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, b := openaihttp.NewBudget(t.Context(), time.Second, 300*time.Millisecond)
		defer b.End()
		time.Sleep(900 * time.Millisecond)
		b.Stop()
		time.Sleep(time.Hour) // the listener's
		slow, service := io.Pipe()
		go func() {
			time.Sleep(50 * time.Millisecond)
			_, _ = service.Write([]byte("a"))
			time.Sleep(250 * time.Millisecond)
			_, _ = service.Write([]byte("b"))
			time.Sleep(400 * time.Millisecond)
			_ = service.Close()
		}()
		body, one := b.Watch(slow), make([]byte, 1)
		for range 2 {
			if _, err := body.Read(one); err != nil || ctx.Err() != nil {
				t.Fatalf("%v, %v within the budget", err, context.Cause(ctx))
			}
		}
		_, _ = body.Read(one)
		if !errors.Is(context.Cause(ctx), engine.ErrSlow) {
			t.Errorf("cause = %v after a wait beyond the budget, want ErrSlow", context.Cause(ctx))
		}
		ctx, late := openaihttp.NewBudget(t.Context(), time.Second, time.Second)
		late.Stop()
		late.Limit(time.Millisecond)
		late.Start()
		time.Sleep(2 * time.Millisecond)
		if !errors.Is(context.Cause(ctx), engine.ErrSlow) {
			t.Errorf("cause = %v after the limit, want ErrSlow", context.Cause(ctx))
		}
		late.End()
	})
}
