const found = await search({ text: 'race winner', count: 1 })
const pages = await Promise.all(found.map(url => browse({ url })))
const page = pages.find(p => p.includes('won'))
yield <Text>{page.match(/(\w+) won/)[1]} won the race.</Text>
return { action: 'listen' }
