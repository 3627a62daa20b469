// Package lineup says which engines serve which role and opens them: ordered
// lists, from flags, the environment and a file, each behind failover so that
// one failing engine is not heard. What nobody said is chosen: a service whose
// key or address is known, an Ollama that answers, local models that are there,
// and last the offline engines.
package lineup
