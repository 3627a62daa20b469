return { action: 'answer', value: first + 2 }
