package models

import (
	"net/http"
	"os"
	"testing"

	"go.uber.org/goleak"
)

// proxy is in the environment of the tests; loopback addresses go round it.
const proxy = "http://127.0.0.1:9"

func TestMain(m *testing.M) {
	for _, name := range []string{"HTTP_PROXY", "HTTPS_PROXY"} {
		if err := os.Setenv(name, proxy); err != nil {
			panic(err)
		}
	}
	goleak.VerifyTestMain(m)
}

func TestClientHonoursProxies(t *testing.T) {
	p := puller(t)
	p.fill(Model{})
	req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, Catalogue()[0].Parts[0].Address, nil)
	if err != nil {
		t.Fatal(err)
	}
	got, err := p.Client.Transport.(*http.Transport).Proxy(req)
	if err != nil || got == nil || got.String() != proxy {
		t.Errorf("the proxy of %s is %v, %v; want %s", req.URL, got, err, proxy)
	}
}
