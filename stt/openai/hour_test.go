//go:build !race

package openai_test

import (
	"testing"

	"parley/stt/stttest"
)

// TestHour sends an hour of audio.
func TestHour(t *testing.T) { runKit(t, stttest.Hour) }
