package cmdline_test

import (
	"context"
	"encoding/binary"
	"math"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"testing"

	"github.com/urfave/cli/v3"

	"parley/app/engineconfig"
	"parley/cmd/cmdline"
	"parley/tts"
)

// TestTheRateOfSamplesIsTold has a voice send a second of a tone at 22,050 Hz as samples of no
// rate. Who says so, by flag, environment or file, hears a second.
func TestTheRateOfSamplesIsTold(t *testing.T) {
	var second []byte
	for i := range 22050 {
		second = binary.LittleEndian.AppendUint16(second, uint16(int16(8000*math.Sin(2*math.Pi*440*float64(i)/22050))))
	}
	service := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "audio/pcm")
		_, _ = w.Write(second)
	}))
	defer service.Close()
	file := filepath.Join(t.TempDir(), "parley.json")
	text := `{"services":{"mine":{"url":"` + service.URL + `/v1","pcm_rate":22050,"models":{"tts":"m"}}}}`
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	openai := []string{"--tts", "openai", "--tts-url", service.URL + "/v1", "--tts-model", "m"}
	for name, tt := range map[string]struct {
		args []string
		env  string
		want int // of 16 kHz
	}{
		"nobody says it": {openai, "", 14700}, "a flag": {append(openai, "--tts-pcm-rate", "22050"), "", 16000},
		"the environment": {openai, "22050", 16000}, "a flag goes before it": {append(openai, "--tts-pcm-rate", "22050"), "8000", 16000},
		"the file": {[]string{"--config", file, "--tts", "mine"}, "", 16000},
	} {
		t.Setenv("PARLEY_TTS_PCM_RATE", tt.env)
		heard := 0
		run := cli.Command{Flags: cmdline.EngineFlags(engineconfig.TTS), Action: func(ctx context.Context, c *cli.Command) error {
			p, err := cmdline.PlanOf(c)
			if err != nil {
				return err
			}
			chosen, err := p.Choose(ctx, engineconfig.Neighbourhood{Folder: t.TempDir()}, engineconfig.TTS)
			if err != nil {
				return err
			}
			engines, err := p.Open(chosen, engineconfig.Resources{})
			if err != nil {
				return err
			}
			defer func() { _ = engines.Close() }() // idle connections
			return engines.TTS[0].Speak(ctx, "Hello.", tts.Voice{}, func(c tts.Chunk) error {
				heard += len(c.PCM)
				return nil
			})
		}}
		if err := run.Run(t.Context(), append([]string{"parley"}, tt.args...)); err != nil || heard < tt.want-20 || heard > tt.want+20 {
			t.Errorf("%s: %d samples, %v; want %d", name, heard, err, tt.want)
		}
	}
}
