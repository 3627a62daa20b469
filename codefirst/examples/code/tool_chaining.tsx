const { deep: { ids } } = await first()
const scores = await Promise.all(ids.map(id => score({ id })))
const count = await last({ all: scores.filter(n => n > 50) })
return { action: 'done', success: true, result: count }
