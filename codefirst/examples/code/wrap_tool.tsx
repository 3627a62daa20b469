const p = await findPerson({ name: 'ann' })
return { action: 'done', success: true, result: p.name + ' likes ' + p.likes }
