yield <PlaneTicket from="Quebec" to="JFK" price={420} />
return { action: 'listen' }
// ---
yield <PlaneTicket from="YQB" to="JFK" price={420} />
return { action: 'listen' }
