// What gRPC registers for service meshes (xDS): resolvers, balancers and filters that a control
// plane of the network configures. A daemon of one machine has no use for them, and they are 2 MB.
// Registering nothing here keeps the linker from taking them from gRPC's archive, which
// is how gRPC itself builds its variant without them.
//
// The names are internals of gRPC 1.51; a version of other names links what it has.

namespace grpc_core {

class CoreConfiguration {
 public:
  class Builder;
};

void RegisterExtraFilters(CoreConfiguration::Builder* builder);

void RegisterExtraFilters(CoreConfiguration::Builder*) {}

}  // namespace grpc_core
