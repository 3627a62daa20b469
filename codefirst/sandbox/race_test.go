//go:build race

package sandbox_test

func init() { racing = true }
