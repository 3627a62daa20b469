try { await wait() } finally { while (true) {} }
return { action: 'done', success: true }
