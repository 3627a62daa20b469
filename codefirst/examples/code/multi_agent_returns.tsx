return { action: 'handoff_reception' }
// ---
yield <Text>I will send you a label.</Text>
return { action: 'listen' }
