package engineconfig

import "testing"

// A server of one's own has its model loaded before it is needed; a service that is
// paid for is asked for nothing that nobody needs, unless the file says so.
func TestWhoLoads(t *testing.T) {
	yes, no := true, false
	for address, want := range map[string]bool{
		"http://127.0.0.1:11434/v1": true, "http://localhost:1234/v1": true, "https://localhost:8443/v1": true,
		"http://gpu.example.com:8000/v1": true, "https://10.0.0.5/v1": true, "https://[fd00::1]/v1": true, "https://gpu/v1": true,
		"https://models.internal/v1": true, "https://box.office.local./v1": true, "http://host.docker.internal:11434/v1": true,
		"": false, "https://api.openai.com/v1": false, "https://me.openai.azure.com/openai/deployments/gpt": false,
		"https://api.groq.com/openai/v1": false, "https://8.8.8.8/v1": false, "https://local.example.com/v1": false,
	} {
		s := Service{URL: address}
		if got := bool(s.loads()); got != want {
			t.Errorf("%q loads = %v, want %v", address, got, want)
		}
		if s.Warm = &yes; !s.loads() {
			t.Errorf("%q does not load though the file says it does", address)
		}
		if s.Warm = &no; s.loads() {
			t.Errorf("%q loads though the file says it does not", address)
		}
	}
}

// What the file says of a service reaches the engines made of it.
func TestEnginesTellWhoLoads(t *testing.T) {
	f, err := parseFile([]byte(`{"services": {
		"far": {"url": "https://api.example.com/v1", "warm": true}, "near": {"url": "http://127.0.0.1:9/v1", "warm": false}}}`))
	if err != nil {
		t.Fatal(err)
	}
	p, err := NewPlan(f, nil, func(string) string { return "" })
	if err != nil {
		t.Fatal(err)
	}
	for ref, want := range map[Ref]bool{{"far", "m"}: true, {"near", "m"}: false, {"ollama", "m"}: true, {OpenAI, "m"}: false} {
		l, errL := openServiceLLM(p, LLM, ref)
		s, errS := openServiceSTT(p, ref)
		v, errV := openServiceTTS(p, ref)
		if errL != nil || errS != nil || errV != nil {
			t.Fatal(errL, errS, errV)
		}
		for _, e := range []any{l, s, v} {
			if got := e.(interface{ Loads() bool }).Loads(); got != want {
				t.Errorf("%v: %T loads = %v, want %v", ref, e, got, want)
			}
		}
	}
}
