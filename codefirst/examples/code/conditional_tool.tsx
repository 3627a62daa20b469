const list = await orders()
yield <Text>{list.join()}</Text>
return { action: 'listen' }
// ---
const done = await login({ password: 'swordfish' })
return { action: 'think', done }
// ---
const list = await orders()
yield <Text>You ordered {list.join(' and ')}.</Text>
return { action: 'listen' }
