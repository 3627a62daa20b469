package assistant

import "context"

// Sweep does at once what Run does every sweepEvery.
func (h *Host) Sweep(ctx context.Context) { h.sweep(ctx, idleAfter) }

// ForgetStrangers is what Run does every hour.
func (h *Host) ForgetStrangers(ctx context.Context) { h.forgetStrangers(ctx) }

// TakeOver is what Run does every sweepEvery with programs whose process has died.
func (h *Host) TakeOver(ctx context.Context) { h.each(func(u *user) { h.takeOver(ctx, u) }) }

// Tend is what Run does every sweepEvery for those who stay.
func (h *Host) Tend(ctx context.Context) { h.tend(ctx) }

// Active is how many users are in memory.
func (h *Host) Active() int {
	h.mu.Lock()
	defer h.mu.Unlock()
	return len(h.users)
}
