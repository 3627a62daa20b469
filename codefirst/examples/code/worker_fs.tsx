const paths = await fs.list()
if (!paths.includes('todo.md')) {
  await fs.write({ path: 'todo.md', text: '- ' + await fs.read({ path: 'notes.txt' }) })
}
return { action: 'done', success: true, result: await fs.read({ path: 'todo.md' }) }
