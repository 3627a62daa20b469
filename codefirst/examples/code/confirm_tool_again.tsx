await deleteDraft()
yield <Text>It is gone.</Text>
return { action: 'listen' }
