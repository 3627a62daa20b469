package app_test

import (
	"testing"

	"parley/app/engineconfig"
	"parley/engine/openaihttp/openaitest"
	"parley/media"
	"parley/tts/flite"
)

// What is said in the calls of the fault table.
const (
	faultLine  = "We have a clear plan for that."
	faultReply = "That is a fair point. But show me the numbers before I sign anything at all."
)

// service is one OpenAI-compatible service of a test: it can be told to fail from
// now on.
type testService struct {
	url  string
	fail func(how string)
}

// testFaults are the faults of the table.
var testFaults = []string{
	"refused", "401", "429 with Retry-After", "500",
	"hang before the first byte", "hang mid-stream", "cut mid-stream", "junk",
}

// chatService answers every question with faultReply.
func chatService(t *testing.T) testService {
	t.Helper()
	s := openaitest.New(t)
	s.Always(openaitest.Text("That is ", "a fair point. ", "But show me ", "the numbers before ", "I sign anything at all."))
	replies := map[string]openaitest.Reply{
		"401": openaitest.Status(401, "invalid_api_key"), "429 with Retry-After": openaitest.Busy("7"),
		"500":                        openaitest.Status(500, "server_error"),
		"hang before the first byte": openaitest.HangBefore(),
		"hang mid-stream":            openaitest.HangAfter("That is ", "a fair point. ", "But show "),
		"cut mid-stream":             openaitest.CutAfter("That is ", "a fair point. ", "But show "), "junk": openaitest.JunkJSON(),
	}
	return testService{s.URL, func(how string) {
		if how == "refused" {
			s.Close()
			return
		}
		s.Always(replies[how])
	}}
}

// earsService hears faultLine whatever is said.
func earsService(t *testing.T) testService {
	t.Helper()
	s := openaitest.NewEars(t, nil)
	s.Always(openaitest.Heard(faultLine))
	return testService{s.URL, func(how string) {
		if how == "refused" {
			s.Close()
			return
		}
		s.SetFault(openaitest.Fault(how))
	}}
}

// voiceService speaks with Flite.
func voiceService(t *testing.T) testService {
	t.Helper()
	engine, err := flite.Open()
	if err != nil {
		t.Fatal(err)
	}
	s := openaitest.NewVoice(t, engine)
	return testService{s.URL, func(how string) {
		if how == "refused" {
			s.Close()
			return
		}
		s.SetFault(openaitest.Fault(how))
	}}
}

// servicesPlan serves role with the services in their order, and the other roles
// with one that is well.
func servicesPlan(t *testing.T, role engineconfig.Role, urls ...string) engineconfig.Plan {
	t.Helper()
	model := map[engineconfig.Role]string{engineconfig.STT: "m", engineconfig.LLM: "m", engineconfig.TTS: "m"}
	f := engineconfig.File{Services: map[string]engineconfig.Service{
		"well-stt": {URL: earsService(t).url, KeyEnv: "TEST_KEY", Models: model},
		"well-llm": {URL: chatService(t).url, KeyEnv: "TEST_KEY", Models: model},
		"well-tts": {URL: voiceService(t).url, KeyEnv: "TEST_KEY", Models: model},
	}}
	orders := map[engineconfig.Role]*engineconfig.Order{engineconfig.STT: &f.STT, engineconfig.LLM: &f.LLM, engineconfig.TTS: &f.TTS}
	for r, o := range orders {
		o.Engines = []string{"well-" + string(r)}
	}
	orders[role].Engines = nil
	for i, url := range urls {
		name := []string{"first", "second"}[i]
		f.Services[name] = engineconfig.Service{URL: url, KeyEnv: "TEST_KEY", Models: model}
		orders[role].Engines = append(orders[role].Engines, name)
	}
	f.Checker.Engines = []string{engineconfig.Understudy}
	p, err := engineconfig.NewPlan(f, nil, func(name string) string {
		if name == "TEST_KEY" {
			return openaitest.Key
		}
		return ""
	})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// voicedRuns are the stretches of a side's recording, in samples, in which it is
// audible; pauses of up to 200 ms belong to them.
func voicedRuns(pcm []int16) (runs [][2]int) {
	const audible, joined = 45, media.SampleRate / 5
	for i := 0; i+media.FrameSamples <= len(pcm); i += media.FrameSamples {
		if media.Level(pcm[i:i+media.FrameSamples]) > audible {
			continue
		}
		if n := len(runs); n > 0 && i-runs[n-1][1] <= joined {
			runs[n-1][1] = i + media.FrameSamples
			continue
		}
		runs = append(runs, [2]int{i, i + media.FrameSamples})
	}
	return runs
}
