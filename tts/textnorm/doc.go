// Package textnorm turns written text into the words a voice says: "$9.99" into
// "nine dollars and ninety nine cents". English is spelled out in full; German,
// French and Spanish as far as it can be done without grammar; of other
// languages only what cannot be said at all is left out. What a listener reads
// stays the text as written: Text maps back from what was said to it.
//
// Stage directions and markdown are no business of this package: nobody should
// see them either, so they are gone before.
package textnorm
