package room

import lksdk "github.com/livekit/server-sdk-go/v2"

// Interrupt breaks the call's connection in one of the ways the SDK can.
func (c *Call) Interrupt(how lksdk.SimulateScenario) { c.room.sdk.Simulate(how) }
