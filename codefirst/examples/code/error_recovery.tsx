const x = await convert({ amount: 10, currency: 'dollars' })
return { action: 'done', success: true, result: x }
// ---
const x = await convert({ amount: 10, currency: 'USD' })
return { action: 'done', success: true, result: x }
