package room_test

import (
	"testing"

	lksdk "github.com/livekit/server-sdk-go/v2"

	"parley"
	"parley/room/lk"
	"parley/room/roomtest"
	"parley/rpc"
)

func TestCallSurvivesItsConnection(t *testing.T) {
	t.Parallel()
	for name, how := range map[string]lksdk.SimulateScenario{
		"signal lost":    lksdk.SimulateSignalReconnect,
		"server restart": lksdk.SimulateNodeFailure,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			page := roomtest.Browser(t, name, "ana")
			agent := answer(t, agentJob(t, name))
			agent.State(parley.Listening)
			agent.Verdict(parley.Verdict{Progress: 6, Previous: 5})
			first := roomtest.Await(t, page, func(roomtest.Called) bool { return true })
			agent.Interrupt(how)
			if again := roomtest.Await(t, page, func(roomtest.Called) bool { return true }); again != first {
				t.Errorf("after the connection the page was called %+v, want %+v again", again, first)
			}
			agent.Caption(parley.Caption{Role: parley.Character, Segment: "SG_1", Text: "Still here.", Final: true})
			got := roomtest.Await(t, page, func(x lk.Text) bool { return x.Topic == rpc.TopicTranscription && x.Closed })
			wantCaption(t, got, "agent-"+name, "SG_1", "Still here.", "true")
			if err := page.SendText(roomtest.Context(t), rpc.TopicChat, "me too"); err != nil {
				t.Fatal(err)
			}
			did := roomtest.Receive(t, agent.did)
			if did == "audio ended" { // the old connection's, if the track was heard by then
				did = roomtest.Receive(t, agent.did)
			}
			if did != "text me too" { // such as that the user was gone meanwhile
				t.Errorf("the user did %q, want text me too", did)
			}
		})
	}
}
