return { action: 'escalate', reason: 'angry' }
// ---
return { action: 'Escalation', value: { reason: 'billing' } }
