// Fields of requests in messages and back, by the tables of services/request_fields.h and the names
// that the messages have for them.
#pragma once

#include <absl/status/status.h>
#include <google/protobuf/message.h>

#include "services/request_fields.h"

namespace waymark::services {

// `request` is of the table's type.
void WriteFields(const RequestFields& fields, const void* request,
                 google::protobuf::Message& message);

// A number of 0 stands for the usual one, unless 0 is a number that the field may have; an empty
// word does. InvalidArgument names the field.
absl::Status ReadFields(const google::protobuf::Message& message, const RequestFields& fields,
                        void* request);

}  // namespace waymark::services
