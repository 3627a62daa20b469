package lk

import (
	"testing"

	"github.com/livekit/protocol/livekit"
	lksdk "github.com/livekit/server-sdk-go/v2"
)

func TestGuardFits(t *testing.T) {
	r := &Room{events: newEvents(), sdk: lksdk.NewRoom(nil)}
	if err := newGuard(r).install(); err != nil {
		t.Fatalf("the guard does not fit this version of the SDK: %v", err)
	}
}

// What the guard guards against is still there: if this fails, the SDK has been
// mended and the guard can take less upon itself.
func TestSDKStillPanicsOnTrailer(t *testing.T) {
	sdk := lksdk.NewRoom(nil)
	err := sdk.RegisterTextStreamHandler("x", func(*lksdk.TextStreamReader, string) {})
	if err != nil {
		t.Fatal(err)
	}
	sdk.OnStreamHeader(&livekit.DataStream_Header{StreamId: "s", Topic: "x",
		ContentHeader: &livekit.DataStream_Header_TextHeader{}}, "eve")
	defer func() {
		if recover() == nil {
			t.Error("no panic: the SDK has been mended")
		}
	}()
	sdk.OnStreamTrailer(&livekit.DataStream_Trailer{StreamId: "s", Attributes: map[string]string{"a": "b"}})
}
