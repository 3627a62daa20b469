package embedded

import (
	"errors"
	"log/slog"
	"os"
	"syscall"
	"time"
)

const (
	// watchEvery is how often the disk is tried; a write of probeBytes that is
	// taken back at once seldom reaches it.
	watchEvery = time.Second
	// probeBytes is room for the messages of some exchanges, 64 KiB at most each.
	probeBytes = 256 << 10
	// restartPause spaces restarts, should each new server fail to write, too.
	restartPause = 3 * time.Second
)

// What Ready returns; the log names the folder and the cause.
var (
	errFull      = errors.New("the server's disk is full; calls can begin when there is space again")
	errUnwritten = errors.New("the server cannot store anything; calls can begin when that is mended")
	errOpening   = errors.New("the server's store is being opened anew; calls can begin in a moment")
)

// Ready returns nil if streams can be written, else why not in plain words that
// name no folder. It does not block.
func (n *NATS) Ready() error {
	n.mu.Lock()
	defer n.mu.Unlock()
	return n.fault
}

// watch tries the disk and starts the server anew when it could not write and
// now can: what its stores keep of a failed write nothing else takes away.
func (n *NATS) watch() {
	defer close(n.done)
	tick := time.NewTicker(watchEvery)
	defer tick.Stop()
	var hurt bool
	var last time.Time // of the restarts
	for {
		select {
		case <-n.stop:
			return
		case <-n.hurt:
			hurt = true
		case <-tick.C:
		}
		err := tryDisk(n.options.StoreDir)
		if err == nil && hurt && time.Since(last) >= restartPause {
			last = time.Now()
			err = n.restart()
			hurt = err != nil
		}
		hurt = hurt || err != nil
		if err == nil && hurt {
			err = errOpening
		}
		n.tell(err)
	}
}

// tell sets what Ready says; the log hears when that begins and ends.
func (n *NATS) tell(err error) {
	fault := err
	switch {
	case err == nil, errors.Is(err, errOpening):
	case errors.Is(err, syscall.ENOSPC), errors.Is(err, syscall.EDQUOT):
		fault = errFull
	default:
		fault = errUnwritten
	}
	n.mu.Lock()
	before := n.fault
	n.fault = fault
	n.mu.Unlock()
	switch {
	case before == nil && err != nil:
		slog.Error("nothing can be stored: free some space on the disk", "folder", n.options.StoreDir, "err", err)
	case before != nil && err == nil:
		slog.Info("storing works again", "folder", n.options.StoreDir)
	}
}

// restart ends the server and starts another over the same folder.
func (n *NATS) restart() error {
	end(n.now())
	srv, err := n.run()
	select { // what the old one said last
	case <-n.hurt:
	default:
	}
	if err != nil {
		return err
	}
	n.mu.Lock()
	n.server = srv
	n.mu.Unlock()
	return nil
}

// tryDisk returns nil if dir takes a few messages more.
func tryDisk(dir string) error {
	f, err := os.CreateTemp(dir, ".probe-*")
	if err != nil {
		return err
	}
	_, err = f.Write(make([]byte, probeBytes))
	return errors.Join(err, f.Close(), os.Remove(f.Name()))
}
