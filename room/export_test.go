package room

import (
	"reflect"
	"slices"

	lksdk "github.com/livekit/server-sdk-go/v2"
)

// Interrupt breaks the call's connection in one of the ways the SDK can. The
// SDK's room is a field of lk.Room that only tests need from outside.
func (c *Call) Interrupt(how lksdk.SimulateScenario) {
	sdk := reflect.ValueOf(c.room).Elem().FieldByName("sdk")
	(*lksdk.Room)(sdk.UnsafePointer()).Simulate(how)
}

// Knows reports whether the call's agent knows that identity is in the room.
func (c *Call) Knows(identity string) bool { return slices.Contains(c.room.Identities(""), identity) }
