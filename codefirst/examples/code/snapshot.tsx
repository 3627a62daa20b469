const { n: [first, ...rest] } = await longTask()
return { action: 'answer', value: first + rest.length }
