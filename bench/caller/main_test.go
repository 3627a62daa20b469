package caller

import (
	"testing"

	"parley/bench/caller/callertest"
)

func TestMain(m *testing.M) { callertest.Main(m) }
