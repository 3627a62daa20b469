await closeTicket({ id: 7 })
return { action: 'listen' }
// ---
yield <Text>There is no ticket 7. Do you mean 1 or 2?</Text>
return { action: 'listen' }
