package embedding

// Parse is Open of what the files hold.
var Parse = parse
