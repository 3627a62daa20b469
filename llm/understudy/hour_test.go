//go:build !race

package understudy

import (
	"testing"

	"parley/llm/llmtest"
)

// TestHour plays on after a conversation of an hour.
func TestHour(t *testing.T) { runKit(t, llmtest.Hour) }
