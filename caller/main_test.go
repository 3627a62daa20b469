package caller

import (
	"os"
	"testing"

	"parley/room/roomtest"
)

func TestMain(m *testing.M) { os.Exit(roomtest.Main(m)) }
