package room_test

import (
	"testing"

	lksdk "github.com/livekit/server-sdk-go/v2"

	"parley"
	"parley/room"
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
			page := browser(t, name, "ana")
			agent := answer(t, agentJob(t, name))
			agent.State(parley.Listening)
			agent.Verdict(parley.Verdict{Progress: 6, Previous: 5})
			first := await(t, page, func(called) bool { return true })
			agent.Interrupt(how)
			if again := await(t, page, func(called) bool { return true }); again != first {
				t.Errorf("after the connection the page was called %+v, want %+v again", again, first)
			}
			agent.Caption(parley.Caption{Role: parley.Character, Segment: "SG_1", Text: "Still here.", Final: true})
			got := await(t, page, func(x room.Text) bool { return x.Topic == rpc.TopicTranscription && x.Closed })
			wantCaption(t, got, "agent-"+name, "SG_1", "Still here.", "true")
			if err := page.SendText(testContext(t), rpc.TopicChat, "me too"); err != nil {
				t.Fatal(err)
			}
			did := receive(t, agent.did)
			if did == "audio ended" { // the old connection's, if the track was heard by then
				did = receive(t, agent.did)
			}
			if did != "text me too" { // such as that the user was gone meanwhile
				t.Errorf("the user did %q, want text me too", did)
			}
		})
	}
}
