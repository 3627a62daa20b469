package main

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"

	"github.com/nats-io/nats.go"
	"github.com/prometheus/client_golang/prometheus"
)

// neighbours asks the other agents of the same LiveKit, with whom this one
// shares a NATS, whether they have a seat free. LiveKit offers a full agent jobs
// as long as it refuses callers in words, and does not know that another could
// hold them. Agents with the same name and API key are taken to serve the same
// LiveKit.
type neighbours struct {
	nc      *nats.Conn
	subject string
	sub     *nats.Subscription
}

// meetNeighbours answers others as long as free gives more than 0.
func meetNeighbours(nc *nats.Conn, l livekitConfig, free func() int) (*neighbours, error) {
	// The key goes nowhere; its hash keeps agents of different servers apart.
	who := sha256.Sum256([]byte(l.agentName() + "\x00" + l.key))
	n := &neighbours{nc: nc, subject: "parley.seats." + hex.EncodeToString(who[:8])}
	var err error
	n.sub, err = nc.Subscribe(n.subject, func(m *nats.Msg) {
		if free() > 0 {
			_ = m.Respond(nil) // unheard, the caller is refused
		}
	})
	if err != nil {
		return nil, fmt.Errorf("listen for other agents: %w", err)
	}
	return n, nil
}

// haveSeat reports whether another agent has a seat. It waits for the first who
// has, or for ctx's end: those without do not answer.
func (n *neighbours) haveSeat(ctx context.Context) bool {
	_, err := n.nc.RequestWithContext(ctx, n.subject, nil)
	return err == nil
}

func (n *neighbours) close() error { return n.sub.Unsubscribe() }

// seatMetrics are gauges of an agent's seats.
func seatMetrics(seats func() (free, all int)) []prometheus.Collector {
	gauge := func(name, help string, value func(free, all int) int) prometheus.Collector {
		return prometheus.NewGaugeFunc(prometheus.GaugeOpts{Name: name, Help: help},
			func() float64 { return float64(value(seats())) })
	}
	return []prometheus.Collector{
		gauge("parley_seats", "Calls this agent holds at once.", func(_, all int) int { return all }),
		gauge("parley_seats_taken", "Seats taken, those of calls about to begin included.", func(free, all int) int { return all - free }),
	}
}
