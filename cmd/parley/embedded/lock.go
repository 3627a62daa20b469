package embedded

import (
	"errors"
	"os"
	"syscall"
)

// flock takes f's lock for this process without waiting; ErrFolderBusy means
// another holder has it.
func flock(f *os.File) error {
	err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
	if errors.Is(err, syscall.EWOULDBLOCK) {
		return ErrFolderBusy
	}
	return err
}
