package trip

import (
	"maps"
	"slices"
)

// ReadAnswer is readAnswer, for tests.
var ReadAnswer = readAnswer

// PlaceNames are all names and codes that Places knows.
func PlaceNames() []string { return slices.Sorted(maps.Keys(codes)) }
