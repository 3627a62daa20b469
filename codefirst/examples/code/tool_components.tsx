const state = await report()
yield <Text>It is {state}.</Text>
return { action: 'listen' }
