return { action: 'handoff_returns' }
