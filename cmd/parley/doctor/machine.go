package doctor

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"syscall"
	"time"
)

// leastDisk is what a data folder should have free: a day of calls is some
// megabytes, a recorded hour 30.
const leastDisk = 200 << 20

// Disk writes to a folder and looks at the room that is left.
func Disk(dir string) Check {
	return Check{Part: "disk", Subject: dir, Run: func(context.Context) (Finding, error) {
		if err := os.MkdirAll(dir, 0o700); err != nil {
			return Finding{}, Ill{err, "Choose another folder with --data."}
		}
		begun := time.Now()
		if err := writeThrough(dir); err != nil {
			return Finding{}, Ill{err, "Choose another folder with --data, or make this one writable."}
		}
		took := time.Since(begun)
		var fs syscall.Statfs_t
		if err := syscall.Statfs(dir, &fs); err != nil {
			return Finding{}, err
		}
		free := fs.Bavail * uint64(fs.Bsize) //nolint:gosec // a block size is positive
		if free < leastDisk {
			return Finding{}, Ill{
				fmt.Errorf("only %d MB are free", free>>20), "Make room, or choose another folder with --data.",
			}
		}
		return Finding{Says: fmt.Sprintf("%.1f GB free", float64(free)/(1<<30)), Latency: took}, nil
	}}
}

// writeThrough writes a small file to the disk itself.
func writeThrough(dir string) error {
	f, err := os.CreateTemp(dir, ".doctor-*")
	if err != nil {
		return err
	}
	_, err = f.WriteString("well?")
	return errors.Join(err, f.Sync(), f.Close(), os.Remove(filepath.Clean(f.Name())))
}

// Port looks whether a port of this machine is free, or already used by what
// alive recognises as Parley itself.
func Port(network, address, flag string, alive func(context.Context) bool) Check {
	return Check{Part: "port", Subject: network + " " + address, Run: func(ctx context.Context) (Finding, error) {
		err := bind(ctx, network, address)
		switch {
		case err == nil:
			return Finding{Says: "free"}, nil
		case errors.Is(err, syscall.EADDRINUSE) && alive != nil && alive(ctx):
			return Finding{Says: "in use by a running Parley"}, nil
		}
		return Finding{}, Ill{err, "End what uses it, or choose another with " + flag + "."}
	}}
}

func bind(ctx context.Context, network, address string) error {
	var config net.ListenConfig
	if network == "udp" {
		c, err := config.ListenPacket(ctx, network, address)
		if err != nil {
			return err
		}
		return c.Close()
	}
	l, err := config.Listen(ctx, network, address)
	if err != nil {
		return err
	}
	return l.Close()
}
