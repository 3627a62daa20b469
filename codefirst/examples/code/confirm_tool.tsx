try {
  await deleteDraft()
} catch (e) {
  yield <Text>never</Text>
} finally {
  yield <Text>never</Text>
}
// ---
yield <Text>Are you sure?</Text>
return { action: 'listen' }
