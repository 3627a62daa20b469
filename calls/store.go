package calls

import (
	"context"
	"crypto/rand"
	"errors"
	"strings"
	"time"

	"parley"
)

// Store keeps calls. Whatever is asked of it is asked for an owner, the alias of a
// user; a call of somebody else's is ErrNotFound as if there were none, and so is
// every call of the owner "". Its methods are safe for concurrent use and block on
// the disk.
type Store interface {
	// Events are a call's events in their order; lines that cannot be read are left
	// out.
	Events(ctx context.Context, owner string, call parley.CallID) ([]parley.Event, error)
	// List is a page of summaries, newest first. Its errors wrap ErrQuery.
	List(ctx context.Context, q Query) (Page, error)
	// Append adds what is told of a call that is over. ErrUnderWay is of one that is not.
	Append(ctx context.Context, owner string, call parley.CallID, bodies ...parley.Body) error
	// Import keeps a call of elsewhere as the owner's. ErrExists means that there is one
	// of its id, ErrEvents that the events are not those of one call.
	Import(ctx context.Context, owner string, events []parley.Event) error
	// Delete deletes calls and tells what is gone; it is ErrNotFound if none of them is
	// there. ErrUnderWay is of a call that is not over, and then none is deleted.
	Delete(ctx context.Context, owner string, calls ...parley.CallID) (Receipt, error)
}

// ListAll are the summaries of all calls that q asks for, newest first, whatever its limit.
// The error is the store's.
func ListAll(ctx context.Context, store Store, q Query) ([]Summary, error) {
	q.Limit, q.Cursor = Everything, ""
	page, err := store.List(ctx, q)
	return page.Calls, err
}

// Operator is the owner of all calls: whoever runs this machine. No alias is the same.
const Operator = "*"

// Errors of a Store.
var (
	ErrNotFound = errors.New("there is no such call")
	ErrUnderWay = errors.New("the call is not over")
	ErrExists   = errors.New("there is a call of that id already")
	ErrEvents   = errors.New("these are not the events of one call")
)

// Receipt tells what was deleted.
type Receipt struct {
	// ID names the receipt.
	ID string `json:"id"`
	// Kind is what was deleted whole, of the kinds that a ledger of a user has; empty where
	// it was single calls, or everything.
	Kind   string          `json:"kind,omitempty"`
	Calls  []parley.CallID `json:"calls"`
	Events int             `json:"events"`
	Bytes  int64           `json:"bytes"`
	At     time.Time       `json:"at"`
}

// NewReceipt is one of now that tells of nothing yet.
func NewReceipt() Receipt {
	return Receipt{ID: "receipt_" + strings.ToLower(rand.Text()[:12]), Calls: []parley.CallID{}, At: time.Now().UTC()}
}
