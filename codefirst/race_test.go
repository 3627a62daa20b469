//go:build race

package codefirst_test

func init() { racing = true }
