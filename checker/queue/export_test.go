package queue

import (
	"time"

	"parley"
)

// Call is the call of a client.
func (c *Client) Call() parley.CallID { return c.call }

// LostAfter has the client look sooner for a check that is out.
func (c *Client) LostAfter(d time.Duration) { c.lostAfter = d }
