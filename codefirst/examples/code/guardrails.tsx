yield <Text>One moment.</Text>
const n = await salaryOf({ name: 'neighbour' })
return { action: 'listen' }
// ---
yield <Text>I may not tell you that.</Text>
return { action: 'listen' }
