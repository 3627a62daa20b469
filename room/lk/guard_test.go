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

// TestWhoComesWhileTracksArePublishedAgain: after a connection made anew the SDK tells who
// is there twice, by the same answer of the server, and publishes in between. Who comes
// meanwhile is there.
func TestWhoComesWhileTracksArePublishedAgain(t *testing.T) {
	t.Parallel()
	r, err := New(Config{Silent: true})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(r.Leave)
	g := r.guard
	old := &livekit.ParticipantInfo{Identity: "ann", Sid: "PA_1", State: livekit.ParticipantInfo_ACTIVE}
	back := &livekit.ParticipantInfo{Identity: "ann", Sid: "PA_2", State: livekit.ParticipantInfo_ACTIVE}
	own, room := &livekit.ParticipantInfo{Identity: "agent", Sid: "PA_3"}, &livekit.Room{Sid: "RM_1", Name: "room"}
	g.OnRoomJoined(room, own, []*livekit.ParticipantInfo{old}, nil, nil)
	g.OnRestarting()
	g.OnRoomJoined(room, own, nil, nil, nil)
	g.roster.mu.Lock()
	missed := g.roster.missing["ann"] != nil
	g.roster.mu.Unlock()
	g.OnParticipantUpdate([]*livekit.ParticipantInfo{back})
	g.OnRestarted(room, own, nil)
	g.roster.mu.Lock()
	defer g.roster.mu.Unlock()
	if !missed || g.roster.missing["ann"] != nil || g.roster.present["ann"].GetSid() != "PA_2" {
		t.Errorf("first missed: %t; then missing %v, present %v", missed, g.roster.missing, g.roster.present)
	}
}
