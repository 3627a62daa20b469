package stub

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"parley/checker"
)

func TestJudgeFindsNothingNew(t *testing.T) {
	o, err := Judge{}.Judge(t.Context(), checker.Case{Known: checker.Ledger{Progress: 4}})
	if err != nil || o.Progress != 4 || o.Complete || o.Bad || o.Judge != "stub" {
		t.Errorf("Judge = %+v, %v, want progress 4 and no ending", o, err)
	}
}

func TestHungJudgeWaitsToBeStopped(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		began, why := time.Now(), errors.New("enough")
		ctx, cancel := context.WithTimeoutCause(t.Context(), time.Hour, why)
		defer cancel()
		if o, err := (Judge{Hung: true}).Judge(ctx, checker.Case{}); !errors.Is(err, why) {
			t.Errorf("Judge = %+v, %v, want %v", o, err, why)
		}
		if took := time.Since(began); took != time.Hour {
			t.Errorf("hung for %v, want an hour", took)
		}
	})
}
