package engine

import (
	"context"
	"time"
)

type patience struct{}

// Patiently is ctx for a request whose caller bears to wait that long for its
// first byte, and for each later one, such as while a service loads its model.
// Engines give such a request no less, whatever their own budgets are.
func Patiently(ctx context.Context, d time.Duration) context.Context {
	return context.WithValue(ctx, patience{}, d)
}

// Patience is what Patiently said of ctx; 0 if nothing was.
func Patience(ctx context.Context) time.Duration {
	d, _ := ctx.Value(patience{}).(time.Duration)
	return d
}
